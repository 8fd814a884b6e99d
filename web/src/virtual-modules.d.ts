/** The address of the HEIC decoder's worker script; `dev/heic-decoder.ts` makes it. */
declare module "virtual:heic-decoder" {
  const address: string;
  export default address;
}
