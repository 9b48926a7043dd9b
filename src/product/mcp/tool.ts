import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Claims, Db } from '#platform/pg/db.ts'
import type { KeyClaims } from '#product/api-keys/require-scope.ts'
import type { WallReader } from '#product/walls/wall-reader.ts'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'

/** Everything that a call of an agent uses: the database as its key, and what the public reads. */
export type ToolContext = {
	claims: Claims
	key: KeyClaims
	db: Db
	config: Pick<Config, 'SITE_URL'>
	walls: WallReader
	/** Bytes of a public picture by its path; null where nothing is published. */
	readPicture(path: string): Promise<Uint8Array | null>
}

/** The data of an answer, and further content beside its text. */
export type ToolAnswer = { data: Record<string, unknown>; more?: CallToolResult['content'] }

/** One tool of an agent. */
export type Tool<Shape extends z.ZodRawShape = z.ZodRawShape> = {
	name: string
	title: string
	description: string
	/** The key must have it, beside the scope of the route. */
	scope: ApiKeyScope
	input: Shape
	annotations: ToolAnnotations
	run(context: ToolContext, input: z.output<z.ZodObject<Shape>>): Promise<ToolAnswer>
}

/** Infers the type of the input from its shape. */
export const defineTool = <Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool => tool as unknown as Tool

/** A refusal whose words the agent may read. Every other error is reported without its cause. */
export class ToolRefusal extends Error {}

/** The answer for ids of other spaces, and for those that do not exist. */
export function notFound(): ToolRefusal {
	return new ToolRefusal('not found: this space has no testimonial with this id.')
}

/** Nothing outside of the installation is read or changed. */
export const readsOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
