import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

interface Proposal {
  id: number
  title: string
  name: string
  email: string
  affiliation: string
  science_score_average: number | null
  technical_score_average: number | null
  total_score_average: number | null
  global_score: number | null
  rank: number | null
}
const COLUMNS = [
  ...(['id', 'title', 'name', 'email', 'affiliation'] as const),
  ...(['science_score_average', 'technical_score_average', 'total_score_average'] as const),
  ...(['global_score', 'rank'] as const),
] satisfies (keyof Proposal)[]

// What the libraries take that the screens are made of: one route, one button, and the twenty rows in plain cells.
const rootRoute = createRootRoute()
const listRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: List })
const router = createRouter({ routeTree: rootRoute.addChildren([listRoute]) })
const rows = fetch(`/api/proposals${location.search}`).then((reply) => reply.json())

function List() {
  const { data } = useQuery<{ data: Proposal[] }>({ queryKey: ['proposals'], queryFn: () => rows })
  if (!data) return null
  return (
    <>
      <Button>Search</Button>
      <table>
        <tbody>
          {data.data.map((row) => (
            <tr key={row.id} data-row>
              {COLUMNS.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  </MantineProvider>,
)
