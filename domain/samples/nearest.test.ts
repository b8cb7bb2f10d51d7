import { expect, test } from 'vitest'
import { nearestTo, type SampleCriteria } from './nearest.ts'

const samples = [
  { id: 1, weight: 1, size: 1000, chamber: 1, dish: null },
  { id: 2, weight: 2.1, size: 2000, chamber: 2, dish: null },
  { id: 3, weight: 4, size: 900, chamber: null, dish: null },
  { id: 4, weight: null, size: null, chamber: 1, dish: null },
]
const ids = (wish: Partial<SampleCriteria>) =>
  nearestTo(samples, { weight: null, size: null, chamber: null, dish: null, ...wish }).map(({ id }) => id)

test.each<[Partial<SampleCriteria>, number[]]>([
  // Half and twice still fit, the nearest by ratio first.
  [{ weight: 2 }, [2, 1, 3]],
  [{ weight: 2.01 }, [2, 3]],
  [{ weight: 8.01 }, []],
  [{ size: 1000 }, [1, 3, 2]],
  // Null or 0: any.
  [{}, [1, 2, 3, 4]],
  [{ weight: 0, chamber: 0 }, [1, 2, 3, 4]],
  // A sample without a known chamber fits any.
  [{ chamber: 1 }, [1, 3, 4]],
  [{ chamber: 2, weight: 2 }, [2, 3]],
  [{ dish: 3 }, [1, 2, 3, 4]],
])('%j is answered by %j', (wish, expected) => expect(ids(wish)).toEqual(expected))
