import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '#test/support/repository-sources.ts'

/** The folder of @plaudit/react. */
export const reactPackage = join(repositoryRoot, 'packages/react')

/** Builds @plaudit/react as `npm run build` in its folder does. @returns the folder of its modules */
export function buildReactPackage(): string {
	execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: reactPackage, stdio: 'inherit' })
	return join(reactPackage, 'dist')
}

/** Builds and packs it for a site. @returns path of the tarball in `folder` */
export function packReactPackage(folder: string): string {
	buildReactPackage()
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
	const [packed] = JSON.parse(execFileSync('npm', args, { cwd: reactPackage, encoding: 'utf8' }))
	return join(folder, packed.filename)
}
