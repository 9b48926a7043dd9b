import { ChartColumn, FileText, Inbox, LayoutDashboard, type LucideIcon, Mail, SlidersHorizontal } from 'lucide-react'
import type { Screen } from './screens.ts'

/** The icons of the header's tabs. */
export const tabIcons: Partial<Record<Screen['to'], LucideIcon>> = {
	'/dashboard/overview': ChartColumn,
	'/dashboard/inbox': Inbox,
	'/dashboard/forms': FileText,
	'/dashboard/invitations': Mail,
	'/dashboard/walls': LayoutDashboard,
	'/dashboard/space': SlidersHorizontal,
}
