/** Made by `dev/storage-guide.ts` from `shared/data/storage.json` and `shared/data/states.json`. */
declare module "virtual:storage-guide" {
  type Storage = "fridge" | "freezer" | "pantry" | "counter";
  type Source = "larder" | "foodkeeper" | "usda" | "estimate";
  type Span = [days: number, source: Source, storage?: Storage];
  const data: {
    /** The last three: the source's range, "3 to 5 days". */
    kinds: Record<
      string,
      [
        category: string,
        storage: Storage,
        days: number,
        source: Source,
        from?: number,
        to?: number,
        unit?: "days" | "weeks" | "months" | "years",
      ]
    >;
    /** By kind or, for what is of none, by category. */
    states: Record<string, { o?: Span; f?: Span; t?: Span; p?: [Storage, number] }>;
  };
  export default data;
}
