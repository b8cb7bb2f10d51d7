/** Which way the arrows point: web → domain ← server, and downwards inside each. test/check/directions.test.ts sees every rule fail. */

const TEST = '[.]test[.]tsx?$|^(server|web)/testing'
const AREA = '^server/(?!platform/|testing)[^/]+/'

/** The areas from the lowest up: each may know those before it. Assembly (downloads, demonstration) knows them all. */
const ORDER = [
  'session',
  'users',
  'masters',
  'terms',
  'samples',
  'proposals',
  'proposers',
  'applicants',
  'reports',
  'conflicts',
  'allocation',
  'staff',
  'scenarios',
  'information',
  'mail',
  'search',
  'call_state',
  'impersonation',
  'audit',
]
/** The states of an area: every area may name them, for they know nothing of any. */
const STATES = '^domain/[^/]+/status[.]ts$'
const ASSEMBLY = 'server/(downloads|demonstration|builders)/'

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbidden(
      'everything-resolves',
      'An arrow to nowhere is one that no rule can judge.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbidden(
      'no-circles',
      'Not even of types: each file can be read after those it imports.',
      {},
      { circular: true },
    ),
    forbidden(
      'tests-stay-outside',
      'What runs for users needs nothing that was made for tests.',
      { path: '^(domain|server|web)/', pathNot: TEST },
      { path: `${TEST}|^(test|bench|trust|scripts)/` },
    ),
    forbidden(
      'no-development-packages',
      'A production install leaves them out.',
      { path: '^(domain|server|web)/', pathNot: TEST },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),

    forbidden(
      'domain-knows-neither-side',
      'The domain is imported by both sides.',
      { path: '^domain/' },
      { path: '^(server|web)/' },
    ),
    forbidden(
      'domain-has-no-input-or-output',
      'It runs in a browser as on the server.',
      { path: '^domain/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    forbidden(
      'domain-needs-zod-alone',
      'What is true whoever asks needs no library but the one that states schemas.',
      { path: '^domain/', pathNot: TEST },
      { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    ),

    forbidden(
      'web-not-server',
      'They meet in the contract.',
      { path: '^web/', pathNot: TEST },
      { path: '^server/' },
    ),
    forbidden('server-not-web', 'They meet in the contract.', { path: '^server/' }, { path: '^web/' }),
    forbidden(
      'web-not-node',
      'A browser has none of it.',
      { path: '^web/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    forbidden(
      'web-ui-below-pages',
      'The parts know no screen.',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^web/(allocation_grid|pages|shell|main|routeTree)' },
    ),
    forbidden(
      'web-lib-lowest',
      'It is what parts and screens are made with.',
      { path: '^web/lib/', pathNot: TEST },
      { path: '^web/(ui|allocation_grid|pages|shell|main|routeTree)' },
    ),
    forbidden(
      'web-shell-not-pages',
      'The frame is the same whatever it frames.',
      { path: '^web/shell/', pathNot: TEST },
      { path: '^web/(allocation_grid|pages)/' },
    ),
    forbidden(
      'allocation-grid-below-pages',
      'The grid is a module of its own: pages import it, and it imports only the parts in ui and lib.',
      { path: '^web/allocation_grid/', pathNot: TEST },
      { path: '^web/(pages|shell|main|routeTree)' },
    ),
    forbidden(
      'grid-geometry-stands-alone',
      'Axes, sizes and tiles serve any grid, whatever its cells show.',
      { path: '^web/allocation_grid/geometry/', pathNot: TEST },
      { path: '^web/allocation_grid/(?!geometry/)|^domain/' },
    ),

    ...ORDER.slice(0, -1).map((area, i) =>
      forbidden(
        `${area}-below-${ORDER[i + 1]}-area`,
        'No arrow runs back up between areas.',
        { path: `^(domain|server)/${area}/`, pathNot: TEST },
        {
          path: `^(domain|server)/(${ORDER.slice(i + 1).join('|')})/|^${ASSEMBLY}`,
          pathNot: STATES,
        },
      ),
    ),
    forbidden(
      'states-know-no-area',
      'So that a lower area may name the states of a higher one.',
      { path: STATES },
      { pathNot: '^domain/state_machine[.]ts$' },
    ),
    forbidden(
      'areas-have-an-order',
      'A new area takes its place in ORDER.',
      {
        path: '^(domain|server)/[^/]+/',
        pathNot: `${TEST}|^(domain|server)/(${ORDER.join('|')}|downloads|platform)/|^${ASSEMBLY}`,
      },
      {},
    ),
    forbidden(
      'platform-knows-no-area',
      'It would serve another product as well.',
      { path: '^server/platform/', pathNot: TEST },
      { path: '^server/(?!platform/)' },
    ),
    forbidden(
      'own-queries-and-routes',
      "An area asks another's service or rules; its tables and its calls are its own affair.",
      { path: '^server/((?!platform/|testing|builders/)[^/]+)/', pathNot: TEST },
      {
        path: '^server/.+(queries|routes)[.]ts$',
        pathNot: '^server/($1|platform)/|shared_queries[.]ts$',
      },
    ),
    forbidden(
      'queries-below-service',
      'A query knows the tables and nothing of what they are asked for.',
      { path: `${AREA}[^/]*queries[^/]*$`, pathNot: TEST },
      { path: `${AREA}[^/]*(service|routes|mails)[^/]*$` },
    ),
    forbidden(
      'service-below-routes',
      'A verb can be called without a call.',
      { path: AREA, pathNot: `${TEST}|/[^/]*routes[^/]*$` },
      { path: `${AREA}[^/]*routes[^/]*$` },
    ),
    forbidden(
      'areas-know-not-the-assembly',
      'The parts do not know what is built from them.',
      { path: AREA, pathNot: TEST },
      { path: '^server/(main|cli|app|process|handlers)[.]ts$' },
    ),
    forbidden(
      'no-outer-handle',
      'A handle from outside would slip out of the transaction: queries get theirs.',
      { path: AREA, pathNot: TEST },
      {
        path: '^server/platform/database/(database|embedded/embedded)[.]ts$|node_modules/pg(-cursor)?/',
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
