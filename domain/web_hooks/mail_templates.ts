import { link, type MailTemplate } from '../mail_merge.ts'
import { durationText } from '../session/durations.ts'

/** Templates of the mails about web hooks. */
export const webHookTemplates = {
  web_hook_off: {
    kind: 'web_hook_off',
    label: 'Web hook switched off',
    group: 'Accounts',
    when: 'sent to the office when a web hook has kept failing and is switched off',
    placeholders: {
      hook: { is: 'The name of the web hook' },
      since: { is: 'Since when every try has failed' },
      error: { is: 'Why the last try failed' },
      link: link('Link to the web hook'),
    },
    subject: 'Web hook switched off: #hook#',
    text: `Dear administration office,

The web hook "#hook#" has been switched off, because no delivery to it has succeeded for ${durationText('web_hook_failing')}, since #since#. The last error:

#error#

Waiting events are kept for ${durationText('web_hook_delivery')} and sent once you switch it on again. Events that happen while it is off are not sent. Test it and switch it on here:

#link#`,
  },
} as const satisfies Record<string, MailTemplate>
