// Only for the one who leaves /login. The build puts what two modules load into the file that all screens share.
export { routeTree } from './signed_in.ts'
