/** Made by `dev/catalogue.ts` from `shared/data/catalogue.json`. */
declare module "virtual:catalogue" {
  /** Of the names that follow the English one. */
  export const languages: readonly SiteLanguage[];
  export const shelves: Record<string, [name: string, unit: string, days: number, ...names: string[]][]>;
}
