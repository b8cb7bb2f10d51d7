// Loaded by the sign-in page alone: the build puts a module that two others load into the file that all screens share.
export { enterApp } from './signed_in.tsx'
