import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'

/** Toasts: at most 3, 4 s each, 356 px wide; above the tab bar on phones. */
export function Toaster() {
	return (
		<Sonner
			className="ui-toasts"
			position="bottom-right"
			visibleToasts={3}
			duration={4000}
			offset={16}
			mobileOffset={{ bottom: 72, left: 16, right: 16 }}
			containerAriaLabel="Messages"
			toastOptions={{ unstyled: true, classNames: { toast: 'ui-toast' } }}
		/>
	)
}
