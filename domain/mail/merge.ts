/** What a group mail can say of each destination. */
export interface Recipient {
  name: string
  affiliation: string
  /** Of the proposal of the current term; null without one. */
  title: string | null
  /** The names of the samples that are confirmed for that proposal. */
  samples: readonly string[]
}

const VALUES = {
  name: ({ name }: Recipient) => name,
  affiliation: ({ affiliation }: Recipient) => affiliation,
  title: ({ title }: Recipient) => title ?? '',
  samples: ({ samples }: Recipient) => samples.join(', '),
}
export type Placeholder = keyof typeof VALUES
/** What is replaced in the content, written between two #. */
export const PLACEHOLDERS = Object.keys(VALUES) as Placeholder[]

const PLACE = new RegExp(`#(${PLACEHOLDERS.join('|')})#`, 'gu')

/** The content as one destination reads it; what a name or title holds is never replaced again. */
export const merged = (content: string, recipient: Recipient): string =>
  content.replace(PLACE, (_, placeholder: Placeholder) => VALUES[placeholder](recipient))

/** The placeholders of the content that are empty for a destination. */
export const emptyFor = (content: string, recipient: Recipient): Placeholder[] =>
  PLACEHOLDERS.filter((name) => content.includes(`#${name}#`) && VALUES[name](recipient) === '')
