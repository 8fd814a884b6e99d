/** Browsers report Indianapolis, Fort Wayne and Louisville under their old names. */
const US_ZONE =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Indianapolis|Fort_Wayne|Louisville|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/Honolulu$)/;

/** Returns true for a time zone of the United States, whose measures and order of dates differ from most countries'. */
export const isUsZone = (zone: string): boolean => US_ZONE.test(zone);
