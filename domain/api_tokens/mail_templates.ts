import { link, type MailTemplate } from '../mail_merge.ts'

/** Template of the mail about a new API token. */
export const apiTokenTemplates = {
  api_token: {
    kind: 'api_token',
    label: 'API token made',
    group: 'Accounts',
    when: 'sent to the other administrators',
    placeholders: {
      by: { is: 'Who made it, with the e-mail address' },
      token_name: { is: "The token's name and its last characters" },
      scopes: { is: 'What it may do', required: true },
      until: { is: 'When it expires' },
      link: link('Link to the tokens'),
    },
    subject: 'New API token: #token_name#',
    text: `Dear administration office,

#by# made the API token "#token_name#". Until #until#, scripts that use it act in that person's name and may: #scopes#.

If you do not know why, please ask the person concerned. Any administrator can revoke the token:

#link#`,
  },
} as const satisfies Record<string, MailTemplate>
