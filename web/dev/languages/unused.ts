import ts from "typescript";
import { fileURLToPath } from "node:url";
import { OUTSIDE } from "./tables.ts";

const WEB = fileURLToPath(new URL("../../", import.meta.url));
const DECLARATIONS = "src/locales/strings.d.ts";

/**
 * Returns the texts (`feature.key`) that no code of the app reads, by the types of the code. A table that is passed on
 * counts as read, and so does a key in a component's own type for texts.
 */
export function unusedTexts(): string[] {
  const program = createProgram();
  const declarations = program.getSourceFile(WEB + DECLARATIONS);
  if (!declarations) throw new Error(`${DECLARATIONS} is missing.`);
  const texts = collectTexts(declarations);
  const keys = new Set([...texts.values()].flatMap((path) => path.split(".")));
  const used = new UsedTexts(program.getTypeChecker(), declarations, keys);
  for (const source of program.getSourceFiles())
    if (source !== declarations && !/\/(node_modules|src\/lib\/language)\//.test(source.fileName)) used.visit(source);
  return [...texts].flatMap(([position, path]) => (used.has(position, path) ? [] : path));
}

/** Creates a program of the app without its tests. */
function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(`${WEB}tsconfig.app.json`, ts.sys.readFile) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
  const sources = fileNames.filter((name) => !/\.test\.tsx?$|\/(test|simulate)\//.test(name));
  return ts.createProgram(sources, options);
}

/** Returns the texts by the positions of their declarations. */
function collectTexts(declarations: ts.SourceFile): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const collect = (node: ts.Node, path: readonly string[]): void => {
    if (!ts.isPropertySignature(node) || !ts.isStringLiteral(node.name) || !node.type) return;
    const own = [...path, node.name.text];
    if (ts.isTypeLiteralNode(node.type)) node.type.members.forEach((member) => collect(member, own));
    else texts.set(node.pos, own.join("."));
  };
  for (const node of declarations.statements)
    if (ts.isInterfaceDeclaration(node) && node.name.text === "Sentences")
      for (const member of node.members)
        if (!OUTSIDE.some((feature) => member.name?.getText(declarations) === `"${feature}"`)) collect(member, []);
  return texts;
}

/** Finds the declarations of texts that the visited code reads. */
class UsedTexts {
  /** The positions of the declarations. */
  readonly #positions = new Set<number>();
  /** The keys in components' own types. */
  readonly #ownKeys = new Set<string>();
  readonly #checker: ts.TypeChecker;
  readonly #declarations: ts.SourceFile;
  readonly #keys: ReadonlySet<string>;

  constructor(checker: ts.TypeChecker, declarations: ts.SourceFile, keys: ReadonlySet<string>) {
    this.#checker = checker;
    this.#declarations = declarations;
    this.#keys = keys;
  }

  has(position: number, path: string): boolean {
    return this.#positions.has(position) || this.#ownKeys.has(path.split(".").at(-1) ?? "");
  }

  visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) this.#visitProperty(node);
    else if (ts.isElementAccessExpression(node)) this.#visitElement(node);
    else if (ts.isObjectBindingPattern(node)) this.#visitPattern(node);
    else if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) {
      if (node.getSourceFile().fileName.includes("/src/ui/")) this.#ownKeys.add(node.name.text);
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** `t.key`: the whole table if it is passed on. */
  #visitProperty(node: ts.PropertyAccessExpression): void {
    if (!this.#keys.has(node.name.text)) return;
    this.#mark(this.#checker.getSymbolAtLocation(node.name));
    const isNested = ts.isPropertyAccessExpression(node.parent) || ts.isElementAccessExpression(node.parent);
    if (!isNested) this.#markAll(this.#checker.getTypeAtLocation(node));
  }

  /** `t[key]`: the keys of its type, or the whole table. */
  #visitElement(node: ts.ElementAccessExpression): void {
    const table = this.#checker.getTypeAtLocation(node.expression);
    const key = this.#checker.getTypeAtLocation(node.argumentExpression);
    const keys = (key.isUnion() ? key.types : [key]).flatMap((each) => (each.isStringLiteral() ? each.value : []));
    if (keys.length === 0) this.#markAll(table);
    for (const each of keys) this.#mark(this.#checker.getPropertyOfType(table, each));
  }

  /** `const { key } = t`. */
  #visitPattern(node: ts.ObjectBindingPattern): void {
    const table = this.#checker.getTypeAtLocation(node);
    for (const { name, propertyName = name } of node.elements) {
      if (!ts.isIdentifier(propertyName)) continue;
      const property = this.#checker.getPropertyOfType(table, propertyName.text);
      this.#mark(property);
      if (property) this.#markAll(this.#checker.getTypeOfSymbol(property));
    }
  }

  #mark(symbol: ts.Symbol | undefined): void {
    for (const declaration of symbol?.declarations ?? [])
      if (declaration.getSourceFile() === this.#declarations) this.#positions.add(declaration.pos);
  }

  #markAll(type: ts.Type): void {
    for (const property of type.getProperties()) {
      if (property.declarations?.[0]?.getSourceFile() !== this.#declarations) continue;
      this.#mark(property);
      this.#markAll(this.#checker.getTypeOfSymbol(property));
    }
  }
}
