import { lines } from 'virtual:contract-lines'
import { addEndpoints } from './api.ts'

addEndpoints(lines)
