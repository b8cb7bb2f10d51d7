import { contract } from '#domain/contract.ts'
import { PREFER, RESPOND_ASYNC } from '#domain/endpoint.ts'
import { handlers } from '../handlers.ts'
import { carryOutDue, performer } from '../undo/carry_out.ts'
import type { TestClient, TestServer } from './test_server.ts'

export const UNDO_SECONDS = 30

/** Sends a request as our screens do. */
export const pressed = (client: TestClient, method: 'POST' | 'PUT', path: string, body?: object) =>
  client.request(method, path, body, { [PREFER]: RESPOND_ASYNC })

/** Moves the clock and carries out what is due then. */
export async function carryOutAfter(world: TestServer, seconds: number) {
  world.at(new Date(+world.services.clock() + seconds * 1000))
  await carryOutDue(world.services, performer(contract, handlers))
}
