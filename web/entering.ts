// Only for who leaves /login. The build puts what two modules load into the file that all screens share.
export { enterApp } from './signed_in.tsx'
