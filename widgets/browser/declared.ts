// For tests: the types that protocol.ts declares, read from its text, as something to check and to make values by.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import ts from "typescript";

/** A declared type: the values that have it. */
export interface Declared {
  has: (value: unknown) => boolean;
  values: fc.Arbitrary<unknown>;
}

type Fields = Map<string, Declared>;

/** Any text, half surrogate pairs and names of every object's own included. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("__proto__", "constructor", "toString", "\0", "\u2028"),
);

const FILE = "widgets/browser/protocol.ts";
const source = ts.createSourceFile(FILE, readFileSync(FILE, "utf8"), ts.ScriptTarget.ES2022);
const interfaces = new Map<string, ts.InterfaceDeclaration>();
const aliases = new Map<string, ts.TypeNode>();
/** The texts in each constant list of texts, by the type that a text of it has. */
const lists = new Map<string, string[]>();
for (const statement of source.statements) {
  if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(noteList);
  if (ts.isInterfaceDeclaration(statement)) interfaces.set(statement.name.text, statement);
  else if (ts.isTypeAliasDeclaration(statement)) aliases.set(statement.name.text, statement.type);
}

const kind = (has: (value: unknown) => boolean, values: fc.Arbitrary<unknown>): Declared => ({ has, values });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const exactly = (only: unknown): Declared => kind((value) => value === only, fc.constant(only));
const anyOf = (types: Declared[]): Declared =>
  kind((value) => types.some(({ has }) => has(value)), fc.oneof(...types.map(({ values }) => values)));

const named = new Map<string, () => Declared>([
  ["ArrayBuffer", () => kind((value) => value instanceof ArrayBuffer, fc.constant(new ArrayBuffer(2)))],
  ["WebAssembly.Module", () => kind((value) => value instanceof WebAssembly.Module, fc.constant(emptyModule()))],
]);

/** The type of this name. */
export function declared(name: string): Declared {
  const found = interfaces.get(name);
  if (found) return objectOf(fieldsOf(found));
  const alias = aliases.get(name);
  if (alias) return typeOf(alias);
  const foreign = named.get(name);
  if (!foreign) throw new Error(`what is ${name}?`);
  return foreign();
}

function noteList({ name, initializer }: ts.VariableDeclaration): void {
  const list = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
  if (!list || !ts.isArrayLiteralExpression(list)) throw new Error(`what is ${text(name)}?`);
  const texts = list.elements.map((element) => JSON.parse(text(element)) as string);
  lists.set(`(typeof ${text(name)})[number]`, texts);
}

function fieldsOf(declaration: ts.InterfaceDeclaration): Fields {
  const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => text(type.expression)));
  const inherited = bases.flatMap((name) => [...fieldsOfName(name)]);
  const own = declaration.members.map((member): [string, Declared] => {
    if (!ts.isPropertySignature(member) || !member.type) throw new Error(`what is ${text(member)}?`);
    return [text(member.name), typeOf(member.type)];
  });
  return new Map([...inherited, ...own]);
}

function fieldsOfName(name: string): Fields {
  const found = interfaces.get(name);
  if (!found) throw new Error(`${name} is no interface`);
  return fieldsOf(found);
}

function objectOf(fields: Fields): Declared {
  return kind(
    (value) => isObject(value) && [...fields].every(([name, { has }]) => has(value[name])),
    fc.record(Object.fromEntries([...fields].map(([name, { values }]) => [name, values]))),
  );
}

function typeOf(node: ts.TypeNode): Declared {
  if (ts.isParenthesizedTypeNode(node)) return typeOf(node.type);
  if (ts.isUnionTypeNode(node)) return anyOf(node.types.map(typeOf));
  if (ts.isIntersectionTypeNode(node)) return objectOf(new Map(node.types.flatMap((type) => [...fieldsOfName(text(type))])));
  if (ts.isArrayTypeNode(node)) return listOf(typeOf(node.elementType));
  if (ts.isLiteralTypeNode(node)) return exactly(ts.isStringLiteral(node.literal) ? node.literal.text : null);
  if (ts.isTypeReferenceNode(node)) return referenceOf(node);
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return kind((value) => typeof value === "string", anyText);
    case ts.SyntaxKind.NumberKeyword:
      return kind(Number.isFinite, fc.integer()); // none of them is meant to be endless
    case ts.SyntaxKind.BooleanKeyword:
      return kind((value) => typeof value === "boolean", fc.boolean());
    default:
      throw new Error(`what is ${text(node)}?`);
  }
}

function referenceOf(node: ts.TypeReferenceNode): Declared {
  const name = text(node.typeName);
  const [first, second] = node.typeArguments ?? [];
  if (!first || !second) return declared(name);
  if (name === "Record") {
    const keys = lists.get(text(first));
    return keys ? objectOf(new Map(keys.map((key) => [key, typeOf(second)]))) : recordOf(typeOf(second));
  }
  if (name === "Exclude") return without(text(first), text(second));
  throw new Error(`what is ${text(node)}?`);
}

/** A union without one of its members. */
function without(union: string, member: string): Declared {
  const alias = aliases.get(union);
  if (!alias || !ts.isUnionTypeNode(alias)) throw new Error(`${union} is no union`);
  return anyOf(alias.types.filter((type) => text(type) !== member).map(typeOf));
}

function listOf({ has, values }: Declared): Declared {
  return kind((value) => Array.isArray(value) && Array.from<unknown>(value).every(has), fc.array(values, { maxLength: 4 }));
}

function recordOf({ has, values }: Declared): Declared {
  return kind((value) => isObject(value) && Object.values(value).every(has), fc.dictionary(anyText, values, { maxKeys: 4 }));
}

function text(node: ts.Node): string {
  return node.getText(source);
}

function emptyModule(): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
}
