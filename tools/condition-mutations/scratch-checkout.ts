import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from '#test/mutations/draw-mutants.ts'
import { applyChange } from '#test/mutations/mutation.ts'

/** A checkout of the last commit, in which mutants are tested one at a time. */
export class ScratchCheckout {
	/** Files with a mutation, and their texts before. */
	readonly #originals = new Map<string, string>()

	readonly folder: string

	private constructor(folder: string) {
		this.folder = folder
	}

	/** Makes the checkout again, with the dependencies and the built pages of `root`. */
	static async open(root: string, folder: string): Promise<ScratchCheckout> {
		const checkout = new ScratchCheckout(folder)
		await checkout.remove(root)
		git(root, 'worktree', 'add', '--detach', '--force', folder, 'HEAD')
		const modules = join(folder, 'node_modules')
		// Hard links take no space; links to folders make Vite refuse files outside of its root.
		if (spawnSync('cp', ['-al', join(root, 'node_modules'), modules]).status !== 0) {
			await rm(modules, { recursive: true, force: true })
			await symlink(join(root, 'node_modules'), modules)
		}
		if (existsSync(join(root, 'dist'))) await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
		return checkout
	}

	async remove(root: string): Promise<void> {
		await rm(this.folder, { recursive: true, force: true })
		git(root, 'worktree', 'prune')
	}

	get commit(): string {
		return git(this.folder, 'rev-parse', 'HEAD').trim()
	}

	/** @throws when the lines of the mutant have changed */
	async apply(mutant: Mutant): Promise<void> {
		const text = await readFile(join(this.folder, mutant.path), 'utf8')
		const changed = applyChange(text, mutant)
		if (!this.#originals.has(mutant.path)) this.#originals.set(mutant.path, text)
		await writeFile(join(this.folder, mutant.path), changed)
	}

	/** The text of a file with the mutant, which is not written. */
	async preview(mutant: Mutant): Promise<string> {
		return applyChange(await readFile(join(this.folder, mutant.path), 'utf8'), mutant)
	}

	/** Takes all mutations back, and the pages that were built of them. */
	async restore(): Promise<void> {
		for (const [path, text] of this.#originals) await writeFile(join(this.folder, path), text)
		this.#originals.clear()
		if (!existsSync(this.#builtBefore)) return
		await rm(this.#built, { recursive: true, force: true })
		await rename(this.#builtBefore, this.#built)
	}

	/** Keeps the built pages until `restore`: the next build replaces them. */
	async keepBuilt(): Promise<void> {
		if (!existsSync(this.#builtBefore)) await cp(this.#built, this.#builtBefore, { recursive: true })
	}

	get #built(): string {
		return join(this.folder, 'dist')
	}

	get #builtBefore(): string {
		return join(this.folder, '.cache/dist')
	}
}

function git(folder: string, ...args: string[]): string {
	return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
