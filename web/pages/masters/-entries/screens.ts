import { address } from '#domain/address.ts'
import type { EndpointFunction } from '#domain/client.ts'
import type { EntryList, entryEndpoints } from '#domain/masters/entries.ts'
import { api } from '#web/lib/http/api.ts'

type Endpoints = ReturnType<typeof entryEndpoints<EntryList>>
/** The endpoints of either list. */
type EntryApi = { [N in keyof Endpoints]: EndpointFunction<Endpoints[N]> }

/** Texts, addresses and endpoints of the screens of each list. */
export const ENTRY_SCREENS = {
  keywords: {
    title: 'Keyword Master',
    noun: 'Keyword',
    home: address('/masters/keywords'),
    add: address('/masters/keywords/add'),
    edit: (id: number) => address('/masters/keywords/edit/$id', { id }),
    endpoints: api.keywords as unknown as EntryApi,
  },
  methods: {
    title: 'Analysis Method Master',
    noun: 'Analysis Method',
    home: address('/masters/methods'),
    add: address('/masters/methods/add'),
    edit: (id: number) => address('/masters/methods/edit/$id', { id }),
    endpoints: api.methods as unknown as EntryApi,
  },
} as const satisfies Record<EntryList, object>
