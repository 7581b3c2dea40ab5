/**
 * The layers of docs/tour.md as rules. Type-only imports do not count: they vanish in the build.
 * Features in `server/` are listed from the lowest to the highest; a feature may import itself and what stands before it.
 */
const featureLayers = [
  ["core"],
  ["access", "pricing"],
  ["commands"],
  ["settings", "audit", "jobs"],
  ["http"],
  ["email", "media"],
  ["calculators"],
  ["accounts", "catalogue", "content", "newsletter", "enquiries", "community"],
  ["customers", "api-keys"],
  ["cart", "batches"],
  ["checkout", "payments"],
  ["orders"],
  ["statements"],
  ["reports", "doctor"],
  ["staff"],
];

/** Files that put everything together; nothing below may import them. */
const compositionRoots = "^server/(sandbox/)?start\\.ts$|^server/(process|cli|api|trpc)/";

/** Which payment providers there are: pure vocabulary, from which the layers below derive what they offer of each. */
const PROVIDER_LIST = "^server/payments/provider-list\\.ts$";

const upwardImports = featureLayers.slice(0, -1).map((features, index) => {
  const higher = featureLayers.slice(index + 1).flat();
  return {
    name: `${features.join("-")}-imports-nothing-above`,
    severity: "error",
    from: { path: `^server/(${features.join("|")})/`, pathNot: `${compositionRoots}|\\.test\\.tsx?$` },
    to: { path: `^server/(${higher.join("|")})/`, pathNot: PROVIDER_LIST },
  };
});

export default {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "routes-never-touch-the-database",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^db/" },
    },
    {
      name: "only-makers-ask-for-permissions",
      comment:
        "what staff do is a command, what they see a read (server/access/read.server.ts); besides those and the doors only what people do to their own asks",
      severity: "error",
      from: {
        path: "^(app|server)/",
        pathNot:
          "\\.test\\.tsx?$|^server/(access/|commands/run-command|trpc/procedures|api/middleware|process/page\\.server|checkout/start-checkout|accounts/own-profile|orders/(order-views|own-orders)\\.server)",
      },
      to: { path: "^server/access/require\\.server\\.ts$" },
    },
    {
      name: "components-stay-in-the-browser",
      comment: "components and lib use only pure server files",
      severity: "error",
      from: { path: "^app/(components|lib)/" },
      to: { path: "\\.server\\.tsx?$|^server/(start|process/dev)\\.ts$|^app/routes/" },
    },
    {
      name: "ui-knows-no-shop-word",
      severity: "error",
      from: { path: "^app/components/ui/" },
      to: {
        path: "^(server|app/(components/(?!ui/)|routes|lib))/",
        pathNot: "^(server/(pricing/money|media/media-address)|app/lib/(jsx|use-(hydrated|delayed)))\\.ts$",
      },
    },
    {
      name: "pure-files-stay-pure",
      comment: "a server file without .server in its name imports no database, Node or React",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: `\\.server\\.tsx?$|\\.test\\.tsx?$|^server/testing/|^server/email/templates/|${compositionRoots}|^server/http/web-server`,
      },
      to: {
        path: "\\.server\\.tsx?$|^db/|^node_modules/(react|@mikro-orm|pg|stripe)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "entities-know-only-vocabulary",
      severity: "error",
      from: { path: "^db/entities/" },
      to: { path: "\\.server\\.tsx?$|^app/" },
    },
    {
      name: "server-never-imports-the-app",
      comment: "what JSX compiles to is named by the compiler alone (docs/decisions/091)",
      severity: "error",
      from: { path: "^(server|db)/" },
      to: { path: "^app/", pathNot: "^app/lib/jsx\\.ts$" },
    },
    {
      name: "nothing-imports-composition-roots",
      severity: "error",
      from: { path: "^server/", pathNot: `${compositionRoots}|\\.test\\.tsx?$|^server/testing/` },
      to: { path: compositionRoots, pathNot: "^server/(api|trpc)/.*" },
    },
    {
      name: "the-sandbox-knows-nothing-of-the-shop",
      comment:
        "docs/decisions/045: the stand-ins of payment providers are a program of their own; what the provider's SDK calls its fields is no code of the shop's",
      severity: "error",
      from: { path: "^server/sandbox/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^(app|server|db|scripts|e2e)/",
        pathNot: "^server/sandbox/|^server/payments/paypal/wire\\.ts$",
      },
    },
    {
      name: "nothing-imports-the-sandbox",
      comment:
        "the shop starts it as a process; tests reach it by server/testing/sandbox.ts, which runs it in theirs",
      severity: "error",
      from: {
        path: "^(app|server|db|scripts|e2e)/",
        pathNot: "^server/sandbox/|^server/testing/sandbox\\.ts$|^e2e/money/",
      },
      to: { path: "^server/sandbox/" },
    },
    {
      name: "nothing-imports-scripts",
      comment: "what builds, prepares and checks the shop is no part of it",
      severity: "error",
      from: { path: "^(app|server|db)/" },
      to: { path: "^scripts/" },
    },
    {
      name: "orders-and-checkout-know-no-provider",
      comment:
        "they go through server/payments/provider.ts; server/payments/no-provider-named.test.ts reads their words",
      severity: "error",
      from: { path: "^server/(orders|checkout)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^server/payments/[^/]+/|^node_modules/(stripe|@paypal)/" },
    },
    {
      name: "providers-know-only-themselves",
      severity: "error",
      from: { path: "^server/payments/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^server/payments/[^/]+/", pathNot: "^server/payments/$1/" },
    },
    {
      name: "commands-run-as-they-are",
      comment: "Node runs them without a build, and reads no JSX",
      severity: "error",
      from: { path: "^server/cli/", pathNot: "\\.test\\.ts$" },
      to: { path: "\\.tsx$", reachable: true },
    },
    ...upwardImports,
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, path: "^[#.]" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|public|\\.data|\\.cache)/|\\+types" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
