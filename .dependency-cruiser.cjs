/** Dependency directions: web → domain ← server, and downwards inside each. test/check/directions.test.ts plants a violation of every rule. */

const TEST = '[.]test[.]tsx?$|^(domain|server|web)/testing'
const AREA = '^server/(?!platform/|testing)[^/]+/'

/** The areas in dependency order: each may import those before it. Downloads, demonstration and builders may import all. */
const ORDER = [
  'session',
  'users',
  'masters',
  'organisations',
  'terms',
  'api_tokens',
  'reviewer_profiles',
  'undo',
  'web_hooks',
  'samples',
  'proposals',
  'proposers',
  'applicants',
  'saved_views',
  'conflicts',
  'reports',
  'allocation',
  'assign_reviewers',
  'staff',
  'panel',
  'discussions',
  'meetings',
  'panel_book',
  'custody',
  'results',
  'scenarios',
  'information',
  'mail',
  'search',
  'impersonation',
  'mail_templates',
  'audit',
  'system',
  'call_state',
  'calendars',
]
/** Status files may be imported by every area because they import none. */
const STATES = '^domain/[^/]+/status[.]ts$'
const ASSEMBLY = 'server/(downloads|demonstration|builders)/'

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbidden(
      'everything-resolves',
      'An unresolved import escapes every other rule.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbidden('no-cycles', 'No cycles, not even between types.', {}, { circular: true }),
    forbidden(
      'tests-stay-outside',
      'Product code does not import tests or tools.',
      { path: '^(domain|server|web)/', pathNot: TEST },
      { path: `${TEST}|^(test|bench|trust|scripts)/` },
    ),
    forbidden(
      'no-development-packages',
      'A production install has no development packages.',
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
      'The domain runs in the browser as well as on the server.',
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
      'Web and server share only the domain.',
      { path: '^web/', pathNot: TEST },
      { path: '^server/' },
    ),
    forbidden(
      'server-not-web',
      'Web and server share only the domain.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    forbidden(
      'web-not-node',
      'Node modules do not exist in a browser.',
      { path: '^web/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    forbidden(
      'web-ui-below-pages',
      'Shared components do not import screens.',
      { path: '^web/ui/', pathNot: TEST },
      { path: '^web/(allocation_grid|pages|shell|main|routeTree)' },
    ),
    forbidden(
      'web-lib-lowest',
      'The library does not import components or screens.',
      { path: '^web/lib/', pathNot: TEST },
      { path: '^web/(ui|allocation_grid|pages|shell|main|routeTree)' },
    ),
    forbidden(
      'web-shell-not-pages',
      'The frame does not import screens.',
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
      'shared-grid-stands-alone',
      'Axes, tiles, keys, undo and finder serve any grid, whatever its cells show.',
      { path: '^web/ui/grid/', pathNot: TEST },
      { path: '^web/ui/(?!grid/)|^domain/' },
    ),

    ...ORDER.slice(0, -1).map((area, i) =>
      forbidden(
        `${area}-below-${ORDER[i + 1]}-area`,
        'An area imports only areas before it.',
        { path: `^(domain|server)/${area}/`, pathNot: TEST },
        {
          path: `^(domain|server)/(${ORDER.slice(i + 1).join('|')})/|^${ASSEMBLY}`,
          pathNot: STATES,
        },
      ),
    ),
    forbidden(
      'states-know-no-area',
      'Status files import no area.',
      { path: STATES },
      { pathNot: '^domain/state_machine[.]ts$' },
    ),
    forbidden(
      'areas-have-an-order',
      'A new area must be added to ORDER.',
      {
        path: '^(domain|server)/[^/]+/',
        pathNot: `${TEST}|^(domain|server)/(${ORDER.join('|')}|downloads|platform)/|^${ASSEMBLY}`,
      },
      {},
    ),
    forbidden(
      'platform-knows-no-area',
      'The platform imports no area.',
      { path: '^server/platform/', pathNot: TEST },
      { path: '^server/(?!platform/)' },
    ),
    forbidden(
      'own-queries-and-routes',
      "Areas use each other's services, rules and shared queries, not their queries or routes.",
      { path: '^server/((?!platform/|testing|builders/)[^/]+)/', pathNot: TEST },
      {
        path: '^server/.+(queries|routes)[.]ts$',
        pathNot: '^server/($1|platform)/|shared_queries[.]ts$',
      },
    ),
    forbidden(
      'queries-below-service',
      'Queries do not import services, routes or mails.',
      { path: `${AREA}[^/]*queries[^/]*$`, pathNot: TEST },
      { path: `${AREA}[^/]*(service|routes|mails)[^/]*$` },
    ),
    forbidden(
      'service-below-routes',
      'A service does not import routes.',
      { path: AREA, pathNot: `${TEST}|/[^/]*routes[^/]*$` },
      { path: `${AREA}[^/]*routes[^/]*$` },
    ),
    forbidden(
      'areas-know-not-the-assembly',
      'Areas do not import the files that assemble the server.',
      { path: AREA, pathNot: TEST },
      { path: '^server/(main|cli|commands|backup_commands|check_commands|app|process|handlers)[.]ts$' },
    ),
    forbidden(
      'no-outer-handle',
      'Areas take their database handle as a parameter, so that they stay inside the transaction.',
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
