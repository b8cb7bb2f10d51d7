import { link, type MailTemplate, NAME } from '../../mail_merge.ts'
import { REMINDER_DAYS_BEFORE, REMINDER_EVERY_DAYS } from './rules.ts'

const INVENTORY = {
  name: NAME,
  inventory: { is: 'The name of the inventory' },
  until: { is: 'The day by which holders are asked to answer' },
  pieces: { is: 'The pieces that are not answered for, one line each', list: true, required: true },
  link: link('Link to My samples'),
} as const

/** Templates of the mails about inventories. */
export const inventoryTemplates = {
  inventory_asked: {
    kind: 'inventory_asked',
    label: 'Inventory asked',
    group: 'Loans',
    when: 'sent to everyone who holds pieces when an inventory is asked',
    placeholders: INVENTORY,
    subject: '#inventory#: please confirm the samples you hold',
    text: `Dear #name#,

For #inventory#, please confirm piece by piece the samples that you hold, by #until#. Say for each whether it is there, what it weighs now and in what condition it is; if one is not there, say why.

#pieces#

Confirm them under My samples:
#link#

If you hold something that is not on the list, please name it there too.`,
  },
  inventory_reminded: {
    kind: 'inventory_reminded',
    label: 'Inventory reminded',
    group: 'Loans',
    when: `sent to holders who have not answered for all of their pieces: ${REMINDER_DAYS_BEFORE} days before the last day, on it, then every ${REMINDER_EVERY_DAYS} days, and when the office reminds them`,
    placeholders: INVENTORY,
    subject: 'Reminder: #inventory#',
    text: `Dear #name#,

For #inventory#, these pieces still wait for your answer, which was asked for by #until#:

#pieces#

Confirm them under My samples:
#link#`,
  },
  inventory_question: {
    kind: 'inventory_question',
    label: 'Question on an inventory',
    group: 'Loans',
    when: 'sent to a holder whose answer the office asks about: to weigh a piece again, or to enter its split',
    placeholders: {
      name: NAME,
      inventory: INVENTORY.inventory,
      piece: { is: 'The piece' },
      question: { is: 'What the holder is asked to do' },
      note: { is: "The office's words; the line is left out where there are none", optional: true },
      link: link('Link to My samples'),
    },
    subject: '#inventory#: #piece#',
    text: `Dear #name#,

Thank you for your answer to #inventory#. We have a question about #piece#: #question#

#note#

Answer under My samples:
#link#`,
  },
} as const satisfies Record<string, MailTemplate>
