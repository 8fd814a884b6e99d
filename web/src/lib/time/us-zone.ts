const US_ZONE =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/Honolulu$)/;

/** Returns true for a time zone of the United States, where measures and the order of dates differ from most countries. */
export const isUsZone = (zone: string): boolean => US_ZONE.test(zone);
