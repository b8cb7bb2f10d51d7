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

/** A new announcement: of today, not published. */
export const fresh = (): Values => ({
  title: '',
  target: '',
  content: '',
  url: '',
  date: dayjs().format('YYYY-MM-DD'),
  published: false,
})

export const valuesOf = ({ title, target, content, url, date, published }: Announcement): Values => ({
  title,
  target: String(target),
  content,
  url,
  date: date?.slice(0, 10) ?? '',
  published: published === 1,
})
