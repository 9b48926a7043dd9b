/** The entry of the server-rendering bundle: one function per page. */

export { lateWords } from '#web/i18n/collect-messages.ts'
export { renderLeave } from './collect/account/leave-page.tsx'
export { renderCollect } from './collect/collect-page.tsx'
export { renderConfirm } from './confirm/confirm-page.tsx'
export { renderDecline } from './decline/decline-page.tsx'
export { renderLanding } from './landing/landing-page.tsx'
export { renderErased, renderNotFound } from './not-found/not-found-page.tsx'
export { renderReceipt } from './receipt/receipt-page.tsx'
export { renderUnsubscribe } from './unsubscribe/unsubscribe-page.tsx'
export { renderEmbed } from './wall/embed/wall-embed.tsx'
export { renderWallPage } from './wall/page/wall-page.tsx'
