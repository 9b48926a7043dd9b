import { resolve } from 'node:path'

/** A path as its caller meant it: npm and our own first step both go to the project's folder before a command runs. */
export function callersPath(path: string): string {
	return resolve(process.env.INIT_CWD ?? process.env.PWD ?? '.', path)
}
