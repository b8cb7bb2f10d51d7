import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Loaded } from './loaded.tsx'

let mounts = 0
function Form() {
  const [mount] = useState(() => ++mounts)
  return <p>{`form ${mount}`}</p>
}

function Screen({ read }: { read: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['report'], queryFn: read, refetchOnMount: false })
  return (
    <>
      <p>{query.isFetching ? 'reading' : 'read'}</p>
      <Loaded query={query} fresh>
        {() => <Form />}
      </Loaded>
    </>
  )
}

test('a form over an answer that its loader read stays mounted while the answer is read again', async () => {
  const queries = new QueryClient()
  await queries.prefetchQuery({ queryKey: ['report'], queryFn: () => Promise.resolve('loaded') })
  render(
    <QueryClientProvider client={queries}>
      <Screen read={() => new Promise(() => {})} />
    </QueryClientProvider>,
  )
  const first = screen.getByText(/^form/u).textContent
  void queries.invalidateQueries()
  await screen.findByText('reading')
  expect(screen.getByText(/^form/u).textContent).toBe(first)
})
