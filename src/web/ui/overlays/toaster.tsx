import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { useToastBottom } from './use-toast-bottom.ts'
import './toaster.css'

/** Toasts: at most 3, 4 s each, 356 px wide; above the tab bar of phones, and never over what is marked `data-keep-clear`. */
export function Toaster() {
	const isPhone = useMediaQuery('(max-width: 719px)')
	const bottom = useToastBottom(isPhone ? 72 : 16)
	return (
		<Sonner
			className="ui-toasts"
			position="bottom-right"
			visibleToasts={3}
			duration={4000}
			offset={{ bottom, right: 16 }}
			mobileOffset={{ bottom, left: 16, right: 16 }}
			containerAriaLabel="Messages"
			toastOptions={{ unstyled: true, classNames: { toast: 'ui-toast' } }}
		/>
	)
}
