import path from "node:path";
import ts from "typescript";
import { inner, isNot, isUnknown, lacks, type Violation } from "./violation.ts";

/** The notation of scalars on the wire: JSON has numbers and booleans, a form has only texts. */
export type Wire = "json" | "form";

/** The spelling of fields that are `custom_id` on the wire: unchanged, or `customId`. */
type Spelling = "as on the wire" | "camel case";

/** Checks values against TypeScript types, read from their declarations with the compiler. */
export class SdkTypes {
  readonly #checker: ts.TypeChecker;
  readonly #spelling: Spelling;
  readonly #exported: Map<string, ts.Type>;

  /** Reads the types that a file exports. @throws Error when the compiler does not find what it imports */
  constructor(file: string, spelling: Spelling = "as on the wire") {
    this.#spelling = spelling;
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    });
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (!source || !module) throw new Error(`${path.basename(file)} exports no types.`);
    const [problem] = program.getSemanticDiagnostics(source);
    if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
    this.#exported = new Map(
      this.#checker
        .getExportsOfModule(module)
        .map((symbol) => [symbol.name, this.#checker.getDeclaredTypeOfSymbol(symbol)]),
    );
  }

  exported(name: string): ts.Type {
    const type = this.#exported.get(name);
    if (!type) throw new Error(`There is no type ${name}.`);
    return type;
  }

  /** The type of a field of an object type; undefined when there is no such field. */
  field(type: ts.Type, name: string): ts.Type | undefined {
    const property = type.getProperty(name);
    return property && this.#checker.getTypeOfSymbol(property);
  }

  fieldNames(type: ts.Type): string[] {
    return type.getProperties().map((property) => property.name);
  }

  /** The parts of a value that its type does not allow. */
  judge(type: ts.Type, value: unknown, wire: Wire, at = ""): Violation[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return this.#judgeUnion(type, value, wire, at);
    if (!isObjectType(type)) {
      return this.#fitsScalar(type, value, wire) ? [] : [isNot(at, this.#name(type), value)];
    }
    return this.#judgeObject(type, value, wire, at);
  }

  #judgeUnion(union: ts.UnionType, value: unknown, wire: Wire, at: string): Violation[] {
    const members = withoutOpenEnd(union.types);
    if (typeof value !== "object" || value === null) {
      const fits = members.some((type) => this.judge(type, value, wire, at).length === 0);
      return fits ? [] : [isNot(at, this.#names(members), value)];
    }
    const objects = members.filter(
      (type) => isObjectType(type) && this.#isArray(type) === Array.isArray(value),
    );
    const alike = objects.filter((type) => this.#carriesTheSameMarks(type, value));
    const judged = alike.map((type) => this.judge(type, value, wire, at));
    const best = judged.sort((one, other) => one.length - other.length)[0];
    if (best) return best;
    return [isNot(at, this.#names(objects.length > 0 ? objects : members), value)];
  }

  /** Stripe's objects name their kind in a literal: `object: "charge"`, `type: "refund.created"`. */
  #carriesTheSameMarks(type: ts.Type, value: object): boolean {
    const fields = this.#fieldsOf(value);
    return type.getProperties().every((property) => {
      if (!fields.has(property.name)) return true;
      const mark = this.#checker.getTypeOfSymbol(property);
      const words = mark.isUnion() ? mark.types : [mark];
      if (!words.every((word) => word.isStringLiteral())) return true;
      return words.some((word) => word.isStringLiteral() && word.value === fields.get(property.name)?.value);
    });
  }

  #judgeObject(type: ts.Type, value: unknown, wire: Wire, at: string): Violation[] {
    // A class of the SDK that is a text on the wire.
    if (type.symbol?.name === "Decimal") {
      return typeof value === "string" && isNumber(value) ? [] : [isNot(at, "a decimal as text", value)];
    }
    if (this.#isArray(type)) {
      if (!Array.isArray(value)) return [isNot(at, "a list", value)];
      const item = this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return value.flatMap((each, index) => (item ? this.judge(item, each, wire, inner(at, index)) : []));
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [isNot(at, `an object (${this.#name(type)})`, value)];
    }
    const fields = this.#fieldsOf(value);
    const missing = type
      .getProperties()
      .filter((property) => !fields.has(property.name) && !this.#isOptional(property))
      .map((property) => this.#onWire(property.name));
    const others = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
    const wrong = [...fields].flatMap(([name, field]) => {
      const declared = this.field(type, name) ?? others;
      const pointer = inner(at, field.onWire);
      if (declared && !(declared.flags & ts.TypeFlags.Never)) {
        return this.judge(declared, field.value, wire, pointer);
      }
      return [isUnknown(pointer, this.#name(type), field.value)];
    });
    return missing.length === 0 ? wrong : [lacks(at, missing, this.#name(type)), ...wrong];
  }

  #fitsScalar(type: ts.Type, value: unknown, wire: Wire): boolean {
    // `string & Record<never, never>`: a text.
    if (type.isIntersection()) return typeof value === "string";
    if (type.isStringLiteral()) return value === type.value;
    if (type.flags & ts.TypeFlags.String) return typeof value === "string";
    if (type.flags & ts.TypeFlags.Null) return wire === "json" && value === null;
    if (type.flags & ts.TypeFlags.NonPrimitive) return typeof value === "object" && value !== null;
    const scalar = wire === "form" ? readForm(value) : value;
    if (type.isNumberLiteral()) return scalar === type.value;
    if (type.flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt)) return typeof scalar === "number";
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return typeof scalar === "boolean" && this.#name(type) === String(scalar);
    }
    return false;
  }

  /** By their names in the type. */
  #fieldsOf(value: object): Map<string, { onWire: string; value: unknown }> {
    const camel = this.#spelling === "camel case";
    return new Map(
      Object.entries(value).map(([onWire, field]) => {
        const name = camel
          ? onWire.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())
          : onWire;
        return [name, { onWire, value: field }];
      }),
    );
  }

  #onWire(name: string): string {
    if (this.#spelling === "as on the wire") return name;
    return name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
  }

  #isOptional(property: ts.Symbol): boolean {
    if (property.flags & ts.SymbolFlags.Optional) return true;
    const type = this.#checker.getTypeOfSymbol(property);
    return type.isUnion() && type.types.some((member) => member.flags & ts.TypeFlags.Undefined);
  }

  #isArray(type: ts.Type): boolean {
    return this.#checker.isArrayType(type);
  }

  #names(types: ts.Type[]): string {
    const definedTypes = types.filter((type) => !(type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
    return definedTypes.map((type) => this.#name(type)).join(" | ");
  }

  #name(type: ts.Type): string {
    return this.#checker.typeToString(type);
  }
}

/** `OtherString` keeps every enumeration of the SDK open for Stripe's later values. Here only named values count. */
function withoutOpenEnd(types: ts.Type[]): ts.Type[] {
  if (!types.some((type) => type.isStringLiteral())) return types;
  return types.filter((type) => !type.isIntersection());
}

function isObjectType(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.every(isObjectType);
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

/** The value that a form's text stands for. */
function readForm(text: unknown): unknown {
  if (text === "true" || text === "false") return text === "true";
  return typeof text === "string" && isNumber(text) ? Number(text) : text;
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
