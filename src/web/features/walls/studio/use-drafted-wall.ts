import { useEffect, useMemo, useState } from 'react'
import type { checkOwnCss as Check, CheckedOwnCss } from '#shared/own-css/check-own-css.ts'
import type { WallRow } from '#shared/rows.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { type SelectedItems, useSelectedItems } from './use-selected-items.ts'
import { type PreviewText, type WallDraft, wallFromDraft } from './wall-draft.ts'

const emptySelection: SelectedItems = {
	items: [],
	counts: { chosen: 0, published: 0, spread: [0, 0, 0, 0, 0] },
}

/**
 * The wall that a draft would become, with real words and as the preview shows it, what it selects, and the lines of its own
 * CSS that cannot be used.
 */
export function useDraftedWall(wall: WallRow, draft: WallDraft, text: PreviewText) {
	const { space } = useSpace()
	const { data: chosen = emptySelection, isPending } = useSelectedItems(space.id, draft.selection, draft.fixed)
	const { css, problems } = useOwnCss(draft.theme.css)
	const real = useMemo(
		() => ({ ...wallFromDraft(space, wall, draft, chosen, 'real'), css }),
		[space, wall, draft, chosen, css],
	)
	const shown = useMemo(
		() => (text === 'real' ? real : { ...wallFromDraft(space, wall, draft, chosen, text), css }),
		[real, space, wall, draft, chosen, text, css],
	)
	return { real, shown, chosen, isSelecting: isPending, problems }
}

const nothing = { problems: [] } satisfies Omit<CheckedOwnCss, 'css'> & { css?: undefined }

/** Own CSS as the server will show it, and what it leaves out. The parser is loaded with the first rule. */
function useOwnCss(text: string): Partial<Pick<CheckedOwnCss, 'css'>> & Pick<CheckedOwnCss, 'problems'> {
	const [check, setCheck] = useState<{ run: typeof Check }>()
	const isNeeded = text.trim() !== ''
	useEffect(() => {
		if (isNeeded && !check)
			import('#shared/own-css/check-own-css.ts').then(
				({ checkOwnCss }) => setCheck({ run: checkOwnCss }),
				() => undefined,
			)
	}, [isNeeded, check])
	return isNeeded && check ? check.run(text) : nothing
}
