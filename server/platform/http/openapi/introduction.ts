import { durationText } from '#domain/session/durations.ts'

/** What the author of a client has to know before the first request, in Markdown. */
export const INTRODUCTION = `The yearly call in which researchers ask for samples of asteroids: notices, proposals, reviews, allocation, results, loans.

## Signing in
1. \`GET /api/sanctum/csrf-cookie\` sets the cookie \`XSRF-TOKEN\`.
2. \`POST /api/admin/login\` with e-mail and password, this cookie, and its value in the header \`X-XSRF-TOKEN\`. Where \`success\` is true, the answer sets the cookie of the session and a new \`XSRF-TOKEN\`. Where it has \`second\`, one of the second factors that it names is still needed: \`POST /api/admin/login/second\`.
3. Every further request sends the cookies. A session ends after ${durationText('idle_session')} without a request.

A new account has a temporary password, which is replaced with \`POST /api/change_password\`.

## CSRF
Every request that writes (POST, PUT) with cookies repeats the value of the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`; otherwise it is answered with 419. The cookie changes when someone signs in or out. A request that a browser sends from another site is answered with 403.

## Tokens
A script can use a token that the office has made for it: \`Authorization: Bearer …\`, without cookies and CSRF token. It may use the operations that name one of its scopes (\`read_lists\`: lists of the call and of the masters and their CSV files; \`read_allocation\`: grids, assigned samples and distribution plans; \`import_samples\`: the import of samples; \`read_custody\`: loans, pieces, inventories and publications), and get the files whose addresses these answered, as long as the person who made it may use them too. All others, public ones too, are answered with 403. A token has an end, and can be revoked at any time: 401 from then on. Each token has its own limit of requests.

## Web hooks
The office can enter https addresses that are sent events; \`webhooks\` has their bodies. They are signed after the Standard Webhooks convention: \`webhook-signature\` is an HMAC-SHA256 over \`webhook-id\`, \`webhook-timestamp\` and the body, with the secret that was shown when the web hook was made. An event arrives at least once, with the same \`webhook-id\` at every try, and not always in order.

## Answers
An answer is JSON in UTF-8 unless its operation says otherwise. Clients ignore fields that they do not know. Instants are ISO 8601 in UTC, days \`YYYY-MM-DD\`. A list in the address is \`ids[]=1&ids[]=2\` or \`ids=1&ids=2\`.

What a rule forbids is a *refusal*, no failure: status 200 (or the one that the operation says), \`result: 0\` and the reason as \`message\`. What was done has \`result: 1\`.

## Failures
A failure has one of these statuses and \`{ "message": "…" }\`; the operation lists those that it can answer.

| Status | Kind | Meaning |
|---|---|---|
| 400 | invalid | the input is wrong; \`errors\` has the messages by field, at most 100 |
| 401 | unauthenticated | nobody is signed in |
| 403 | forbidden | the caller may not do this |
| 404 | missing | there is no such thing, or none that the caller may see; also the answer to an operation that does not exist |
| 409 | stale | someone else changed it in the meantime |
| 413 | too large | the body is too large |
| 415 | unsupported | the body has another media type |
| 419 | csrf | the CSRF token is missing or wrong |
| 429 | throttled | too many requests |
| 500 | internal | a fault of the server |
| 503 | unavailable | the database cannot be reached |
| 503 | maintenance | nobody can save now; \`maintenance\` says until when |

An address below \`/api/\` that is not in this document is answered with 404 and the same JSON (the response \`UnknownOperation\`).

## Limits
600 requests per minute for each user, and for each address where nobody is signed in, unless the installation says otherwise. Signing in, passwords, downloads and computations have limits of their own. 429 and 503 have \`Retry-After\` in seconds. A body may have 64 kB where no sign-in is needed, otherwise 1 or 8 MB; a form with a file 60 MB, the file itself what its operation says.

## Pages
Lists take \`page\` (from 1) and \`per_page\` (1 to 100, 20 by default), and answer \`data\` with \`total\`, \`last_page\`, \`per_page\` and \`current_page\`. A page beyond the last one is answered with the last one. A list as a CSV file has an operation of its own, which answers the file's address.

## CSV files
UTF-8 with a byte order mark, lines ended by CRLF, a header row; after RFC 4180 a cell with a comma, a quotation mark or a line break (CR, LF, U+2028, U+2029) is in quotation marks, and quotation marks in it are doubled. What is not known is empty. Cells that people typed (\`typed\` in \`x-csv\`, which has the columns) have an apostrophe before each of their lines that begins with one of \`= + - @\`, their wide forms \`＝ ＋ － ＠\` or a tab, and before a CR at the start, so that no spreadsheet takes them for a formula. \`columns\` chooses columns by their headers.

## Saving what others change
A record has a \`version\`. A save that sends the version that was loaded is answered with 409 if someone else has saved since; a save without it overwrites. The allocation grids and the fixed reviewers have an \`ETag\` for \`If-Match\` instead.

## Versions
\`info.version\` is the version of the program. A new version may add operations, fields and values; what is removed or changes its meaning is in its CHANGELOG.`

/** What the areas are about. */
export const AREAS: Record<string, string> = {
  session: 'Signing in and out, passwords, and who is signed in',
  providers: 'Signing in with ORCID or an institution, and the accounts that are linked',
  security: 'One’s own second factors and sessions',
  users: 'Accounts, and one’s own profile',
  terms: 'The calls, with their dates',
  masters: 'Choices, labels, texts and settings',
  keywords: 'The keywords that proposals choose from',
  methods: 'The analysis methods that proposals choose from',
  applicants: 'Notices of Intent, and their registration',
  proposers: 'The registered applicants, and all people of the calls',
  proposals: 'One’s own proposal',
  organisations: 'Organisations, and the spellings of affiliations',
  reviewerProfiles: 'What reviewers know, and how much they take on',
  reports: 'Reviewers and their reports',
  conflicts: 'Conflicts of interest',
  samples: 'The catalogue of samples',
  allocation: 'The assignment of samples to proposals',
  assignReviewers: 'The assignment of reviewers to proposals',
  staff: 'All proposals, for office and panel',
  discussions: 'The panel’s discussion of a proposal',
  panel: 'Grades of panel members, and speakers',
  meetings: 'Meetings of the panel',
  panelBook: 'Ranking, proposals and reports as one PDF',
  results: 'What a call gives each proposal',
  loans: 'Loans of pieces',
  pieces: 'Pieces of samples, and what happened to them',
  inventories: 'Inventories of the pieces on loan',
  publications: 'Publications about pieces',
  offers: 'Processed samples on offer',
  scenarios: 'Sets of assignments beside the records',
  information: 'Announcements',
  savedViews: 'Views of lists, kept under a name',
  mail: 'Group mails, and the mail log',
  mailTemplates: 'The words of mails',
  undo: 'Acts that can still be undone',
  search: 'Search in everything that the caller may see',
  callState: 'Where a call is, and what is to be done',
  audit: 'The audit log',
  system: 'The state of the system, and maintenance',
  acting: 'Viewing as another user',
  apiTokens: 'Tokens for scripts of the office',
  webHooks: 'Addresses that are sent events',
  calendars: 'One’s own deadlines as a calendar',
  downloads: 'Files behind the addresses that other operations answer',
}
