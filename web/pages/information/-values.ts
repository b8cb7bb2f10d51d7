import dayjs from 'dayjs'
import type { Announcement } from '#domain/information/contract.ts'

/** An announcement as its form holds it. */
export interface Values {
  title: string
  target: string
  content: string
  url: string
  date: string
  published: boolean
}

/** One that is there already, with the version that the form was loaded with. */
export interface SavedValues extends Values {
  version: number
}

/** A new announcement: of today, not published. */
export const fresh = (): Values => ({
  title: '',
  target: '',
  content: '',
  url: '',
  date: dayjs().format('YYYY-MM-DD'),
  published: false,
})

export const valuesOf = (item: Announcement): SavedValues => ({
  title: item.title,
  target: String(item.target),
  content: item.content,
  url: item.url,
  date: item.date?.slice(0, 10) ?? '',
  published: item.published === 1,
  version: item.version,
})
