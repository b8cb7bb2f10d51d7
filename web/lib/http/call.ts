import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'

// A call's input may be left out only where all of it is optional; for code that works with any call it is one argument.
interface AnyCall<E extends Endpoint> {
  (input?: EndpointInput<E>): Promise<ReplyOf<E>>
  key(input?: EndpointInput<E>): readonly unknown[]
  address(input?: EndpointInput<E>): string
}
const loosen = <E extends Endpoint>(call: EndpointFunction<E>) => call as unknown as AnyCall<E>

export const invoke = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  loosen(call)(input)
export const keyOf = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  loosen(call).key(input)
export const addressOf = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  loosen(call).address(input)
