/** Made by `dev/catalogue.ts` from `shared/data/catalogue.json`. */
declare module "virtual:catalogue" {
  export const shelves: Record<string, [name: string, unit: string, days: number, kind: string][]>;
}
declare module "virtual:product-names" {
  export const load: Readonly<
    Record<Exclude<SiteLanguage, "en">, () => Promise<{ readonly default: readonly string[] }>>
  >;
}
