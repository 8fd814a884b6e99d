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
  const texts = new Map<number, string>();
  const used = new Set<number>();
  const declared = new Set<string>();
  const { config } = ts.readConfigFile(`${WEB}tsconfig.app.json`, ts.sys.readFile) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB);
  const sources = fileNames.filter((name) => !/\.test\.tsx?$|\/(test|simulate)\//.test(name));
  const program = ts.createProgram(sources, options);
  const checker = program.getTypeChecker();
  const declarations = program.getSourceFile(WEB + DECLARATIONS);
  if (!declarations) throw new Error(`${DECLARATIONS} is missing.`);
  collectTexts(declarations, texts);
  const names = new Set([...texts.values()].flatMap((path) => path.split(".")));
  const mark = (symbol: ts.Symbol | undefined): void => {
    for (const each of symbol?.declarations ?? []) if (each.getSourceFile() === declarations) used.add(each.pos);
  };
  const markAll = (type: ts.Type): void => {
    for (const property of type.getProperties()) {
      if (property.declarations?.[0]?.getSourceFile() !== declarations) continue;
      mark(property);
      markAll(checker.getTypeOfSymbol(property));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && names.has(node.name.text)) {
      mark(checker.getSymbolAtLocation(node.name));
      const { parent } = node;
      const isNested = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
      if (!isNested) markAll(checker.getTypeAtLocation(node));
    } else if (ts.isElementAccessExpression(node)) {
      const table = checker.getTypeAtLocation(node.expression);
      const key = checker.getTypeAtLocation(node.argumentExpression);
      const keys = (key.isUnion() ? key.types : [key]).flatMap((each) => (each.isStringLiteral() ? each.value : []));
      if (keys.length === 0) markAll(table);
      for (const each of keys) mark(checker.getPropertyOfType(table, each));
    } else if (ts.isObjectBindingPattern(node)) {
      const table = checker.getTypeAtLocation(node);
      for (const { name, propertyName = name } of node.elements) {
        if (!ts.isIdentifier(propertyName)) continue;
        const property = checker.getPropertyOfType(table, propertyName.text);
        mark(property);
        if (property) markAll(checker.getTypeOfSymbol(property));
      }
    } else if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) {
      if (node.getSourceFile().fileName.includes("/src/ui/")) declared.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles())
    if (source !== declarations && !/\/(node_modules|src\/lib\/language)\//.test(source.fileName)) visit(source);
  return [...texts].flatMap(([position, path]) =>
    used.has(position) || declared.has(path.split(".").at(-1) ?? "") ? [] : path,
  );
}

/** Collects the texts by the position of their declarations. */
function collectTexts(declarations: ts.SourceFile, texts: Map<number, string>): void {
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
}
