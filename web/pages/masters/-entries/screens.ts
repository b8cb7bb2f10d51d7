import { address } from '#domain/address.ts'
import type { EndpointFunction } from '#domain/client.ts'
import type { EntryList, entryEndpoints } from '#domain/masters/entries.ts'
import { api } from '#web/lib/http/api.ts'

type Calls = ReturnType<typeof entryEndpoints<EntryList>>
/** The calls of either list: they differ in its name alone. */
type EntryApi = { [N in keyof Calls]: EndpointFunction<Calls[N]> }

/** What the screens of a list say, where they lead and what they call. */
export const ENTRY_SCREENS = {
  keywords: {
    title: 'Keyword Master',
    noun: 'Keyword',
    home: address('/masters/keywords'),
    add: address('/masters/keywords/add'),
    edit: (id: number) => address('/masters/keywords/edit/$id', { id }),
    calls: api.keywords as unknown as EntryApi,
  },
  methods: {
    title: 'Analysis Method Master',
    noun: 'Analysis Method',
    home: address('/masters/methods'),
    add: address('/masters/methods/add'),
    edit: (id: number) => address('/masters/methods/edit/$id', { id }),
    calls: api.methods as unknown as EntryApi,
  },
} as const satisfies Record<EntryList, object>
