import { useEffect, useState } from 'react'
import type { checkOwnCss as Check, CheckedOwnCss } from '#shared/own-css/check-own-css.ts'

const nothing = { problems: [] } satisfies Omit<CheckedOwnCss, 'css'> & { css?: undefined }

/** Own CSS as the server will show it, and what it leaves out. The parser is loaded with the first rule. */
export function useOwnCss(text: string): Partial<Pick<CheckedOwnCss, 'css'>> & Pick<CheckedOwnCss, 'problems'> {
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
