/** The address of a bundled WebAssembly file. */
declare module "*.wasm?url" {
  const address: string;
  export default address;
}
