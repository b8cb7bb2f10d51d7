import type { CallInput, TypedCall } from '#domain/client.ts'
import type { AnyEndpoint, ReplyOf } from '#domain/wire.ts'

// A call's input may be left out only where all of it is optional; for code that works with any call it is one argument.
interface AnyCall<E extends AnyEndpoint> {
  (input?: CallInput<E>): Promise<ReplyOf<E>>
  key(input?: CallInput<E>): readonly unknown[]
  address(input?: CallInput<E>): string
}
const loosen = <E extends AnyEndpoint>(call: TypedCall<E>) => call as unknown as AnyCall<E>

export const invoke = <E extends AnyEndpoint>(call: TypedCall<E>, input?: CallInput<E>) => loosen(call)(input)
export const keyOf = <E extends AnyEndpoint>(call: TypedCall<E>, input?: CallInput<E>) =>
  loosen(call).key(input)
export const addressOf = <E extends AnyEndpoint>(call: TypedCall<E>, input?: CallInput<E>) =>
  loosen(call).address(input)
