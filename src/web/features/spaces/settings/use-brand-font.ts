import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { readBrandFont } from '#shared/look/brand-font.ts'
import type { SpaceRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { useConfig } from '#web/lib/client/config.ts'
import { toFieldProblem } from '#web/lib/client/field-problem.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

const maxBytes = 2_000_000

/** Replaces the font of a space's brand, or removes it where the file is null. The message of an error is for the owner. */
export function useReplaceFont(space: SpaceRow) {
	const user = useUser()
	const queries = useQueryClient()
	return useMutation({
		// Saves of the brand run in order.
		scope: { id: `space-${space.id}` },
		mutationFn: async (file: File | null) => {
			const problem = file && sizeProblem(file)
			if (problem) throw new Error(problem)
			const { functions } = await supabase
			const { error } = await functions.invoke(`font?space_id=${space.id}`, {
				method: file ? 'PUT' : 'DELETE',
				...(file ? { body: file } : {}),
			})
			if (error) throw await toFieldProblem(error, 'font')
		},
		onSuccess: (_, file) => toast(file ? 'Font saved' : 'Font removed'),
		onSettled: () => refetchQueries(queries, queryKeys.spaces(user.id)),
	})
}

/** Why a file is not sent at all. The server checks its content. */
function sizeProblem(file: File): string | undefined {
	if (file.size === 0) return 'This file is empty.'
	return file.size > maxBytes
		? 'This file is larger than 2 MB. Choose a version for websites, best as WOFF2.'
		: undefined
}

/**
 * Loads the font of a space for this page.
 * @returns its family; null without a font; `failed` when this browser cannot show it
 */
export function useFontFamily({ brand }: SpaceRow): { family: string | null; isFailed: boolean } {
	const config = useConfig()
	const font = readBrandFont(brand)
	const source = font && config ? config.url + font.url : null
	const [failed, setFailed] = useState<string | null>(null)
	const family = source && `brand ${source.slice(-42, -6)}`
	useEffect(() => {
		if (!source || !family) return
		const face = new FontFace(family, `url("${source}")`, { weight: '1 1000' })
		document.fonts.add(face)
		face.load().catch(() => setFailed(source))
		return () => {
			document.fonts.delete(face)
		}
	}, [source, family])
	return { family, isFailed: source !== null && failed === source }
}
