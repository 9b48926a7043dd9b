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
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import './font-field.css'

/** The font of the brand with a specimen, and buttons to choose and remove it. It is saved as soon as it is chosen. */
export function FontField({ space, locked }: { space: SpaceRow; locked: boolean }) {
	const { family, isFailed } = useFontFamily(space)
	return (
		<div className="ui-field brand-font">
			<p className="ui-label" id="brand-font-label">
				Font
			</p>
			{family ? (
				<div className="brand-specimen">
					<p className="brand-specimen-words" style={{ fontFamily: `"${family}"` }}>
						“Hung it level first time.” Aa Gg 123
					</p>
					<p className="ui-quiet ui-small">
						<bdi>{space.brand.font_name}</bdi>
						{isFailed ? '. This browser cannot show it: choose another file.' : null}
					</p>
				</div>
			) : null}
			{locked ? family ? null : <p className="ui-help">No font.</p> : <FontButtons space={space} hasFont={!!family} />}
		</div>
	)
}

function FontButtons({ space, hasFont }: { space: SpaceRow; hasFont: boolean }) {
	const { mutate, error, isPending } = useReplaceFont(space)
	return (
		<>
			<div className="ui-picture-buttons">
				<FileButton
					busy={isPending}
					accept=".woff2,.woff,.ttf,.otf,font/woff2,font/woff,font/ttf,font/otf"
					field={{ label: 'Font file' }}
					onFile={(file) => mutate(file)}
				>
					{hasFont ? 'Replace the font' : 'Choose a font'}
				</FileButton>
				{hasFont ? (
					<Button variant="quiet" disabled={isPending} onClick={() => mutate(null)}>
						Remove the font
					</Button>
				) : null}
			</div>
			<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
				{error
					? error.message
					: 'WOFF2, WOFF, TTF or OTF, up to 2 MB. Choose only a font that you may show on websites: its licence says so. Then pick “Brand” as the type of a wall or form.'}
			</p>
		</>
	)
}

const maxBytes = 2_000_000

/** Replaces the font of a space's brand, or removes it where the file is null. The message of an error is for the owner. */
function useReplaceFont(space: SpaceRow) {
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
function useFontFamily({ brand }: SpaceRow): { family: string | null; isFailed: boolean } {
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
