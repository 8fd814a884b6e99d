/** Made by `dev/catalogue.ts` from `shared/data/catalogue.json`. */
declare module "virtual:catalogue" {
  const shelves: Record<string, [name: string, nameDe: string, unit: string, days: number][]>;
  export default shelves;
}
