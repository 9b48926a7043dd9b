import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import type { FormAgain } from '#shared/form-post.ts'

/** Draws the form's page again after a plain post that could not be taken. */
export type RenderFormAgain = (c: Context<Env>, again: FormAgain) => Promise<Response>

const renderers = new WeakMap<Deps, RenderFormAgain>()

/** The pages say how the form comes back; without them (nothing is built) a plain post is answered in JSON. */
export function drawFormAgainWith(deps: Deps, render: RenderFormAgain): void {
	renderers.set(deps, render)
}

export function formAgainRenderer(deps: Deps): RenderFormAgain | undefined {
	return renderers.get(deps)
}
