import '#web/ui/styles/tokens.css'
import '#web/ui/styles/base.css'
import '#web/ui/styles/text.css'
import '#web/lib/client/supabase.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '#web/lib/browser/theme.ts'
import { App } from './app.tsx'
import { preloadLayouts } from './lazy-layouts.ts'
import { preloadPage } from './lazy-pages.ts'

applyTheme()
preloadLayouts(window.location.pathname)
preloadPage(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
createRoot(root).render(
	<StrictMode>
		<App />
	</StrictMode>,
)
