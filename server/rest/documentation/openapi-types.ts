/** The part of JSON Schema (2020-12) that the API's schemas become in the OpenAPI document. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  contentMediaType?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ApiMediaType {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

export interface ApiReference {
  $ref: string;
}

interface ApiHeader {
  description: string;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, ApiReference>;
  content?: Record<string, ApiMediaType>;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (ApiParameter | ApiReference)[];
  requestBody?: { required: boolean; content: Record<string, ApiMediaType> };
  responses: Record<string, ApiResponse | ApiReference>;
}

/** The part of an OpenAPI 3.1 document that the shop writes. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, ApiHeader>;
    parameters: Record<string, ApiParameter>;
    responses: Record<string, ApiResponse>;
    securitySchemes: Record<string, Record<string, unknown>>;
  };
}
