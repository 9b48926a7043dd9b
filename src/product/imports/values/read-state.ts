import type { ImportState } from './import-state.ts'

/** Words of the state columns of programs, and what spreadsheets of ten languages write for true and false, as `plainState` gives them. */
const words: Record<'approved' | 'pending' | 'hidden' | 'spam', string> = {
	approved:
		'1|true|yes|y|on|t|ok|okay|approved|approve|published|publish|public|live|visible|shown|show|accepted|accept|active|enabled|displayed|verified and published|auto approved|auto published|auto publish|featured|pinned|approuve|approuvee|oui|vrai|actif|active|publie|publiee|visible|accepte|valide|ja|wahr|aktiv|freigegeben|genehmigt|veroffentlicht|angenommen|sichtbar|akzeptiert|bestatigt|si|verdadero|aprobado|aprobada|publicado|publicada|activo|activa|aceptado|aceptada|vero|approvato|approvata|pubblicato|pubblicata|attivo|attiva|accettato|visibile|waar|goedgekeurd|gepubliceerd|actief|geaccepteerd|zichtbaar|tak|prawda|zatwierdzono|zatwierdzony|zatwierdzona|opublikowano|opublikowany|opublikowana|aktywny|aktywna|widoczny|widoczna|sim|verdadeiro|aprovado|aprovada|ativo|ativa|aceito|visivel|sant|godkand|publicerad|godkendt|publiceret|godkjent|publisert|synlig|да|истина|одобрено|одобрен|опубликовано|опубликован|активно|активен|принято|承認|承認済み|公開|已发布|已批准|通过|승인|승인됨|게시됨',
	pending:
		'pending|not yet|notyet|unapproved|hold|on hold|held|moderation|in moderation|awaiting moderation|awaiting approval|needs approval|needs review|under review|in review|to review|waiting|queued|draft|new|open|unreviewed|not reviewed|not published yet|submitted|received|unread|pending approval|pending review|pending moderation|unmoderated|scheduled|future|auto draft|ausstehend|wartend|wartet|in prufung|zu prufen|offen|neu|entwurf|ungepruft|en attente|brouillon|nouveau|nouvelle|a valider|en moderation|pendiente|borrador|nuevo|nueva|en revision|in attesa|bozza|nuovo|nuova|da approvare|in revisione|in afwachting|wachtend|concept|nieuw|in behandeling|oczekuje|oczekujacy|oczekujaca|szkic|nowy|nowa|do zatwierdzenia|pendente|rascunho|novo|nova|em analise|aguardando|vantande|vantar|utkast|ny|avventer|afventer|kladde|ожидает|на модерации|черновик|новый|новая|на проверке|保留|保留中|未承認|下書き|待审核|待审|草稿|대기|대기 중|보류',
	hidden:
		'0|false|no|n|f|off|hidden|hide|unpublished|unpublish|not published|rejected|reject|archived|archive|inactive|declined|denied|disabled|removed|remove|deleted|trash|trashed|post trashed|private|not approved|disapproved|blocked|invisible|not visible|suspended|withdrawn|expired|filtered|suppressed|ignored|quarantined|nein|falsch|inaktiv|abgelehnt|versteckt|verborgen|ausgeblendet|gesperrt|geloscht|entfernt|archiviert|unsichtbar|nicht veroffentlicht|papierkorb|deaktiviert|non|faux|inactif|inactive|refuse|refusee|rejete|rejetee|masque|masquee|cache|cachee|archive|archivee|supprime|supprimee|non publie|corbeille|falso|inactivo|inactiva|rechazado|rechazada|oculto|oculta|archivado|archivada|eliminado|eliminada|no publicado|papelera|inattivo|inattiva|rifiutato|rifiutata|nascosto|nascosta|archiviato|archiviata|eliminato|eliminata|non pubblicato|cestino|nee|onwaar|inactief|afgewezen|geweigerd|verborgen|gearchiveerd|verwijderd|niet gepubliceerd|prullenbak|nie|falsz|nieaktywny|nieaktywna|odrzucono|odrzucony|odrzucona|ukryty|ukryta|ukryte|zarchiwizowano|usuniety|usunieta|usunieto|kosz|nao|inativo|inativa|rejeitado|rejeitada|recusado|recusada|arquivado|arquivada|excluido|excluida|removido|nao publicado|lixeira|nej|nei|falskt|inaktiv|avvisad|nekad|dold|arkiverad|borttagen|raderad|avvist|afvist|skjult|slettet|arkivert|нет|ложь|отклонено|отклонен|скрыто|скрыт|удалено|удален|в архиве|не опубликовано|неактивен|корзина|拒否|非公開|非表示|却下|削除|ゴミ箱|已拒绝|拒绝|隐藏|已删除|未发布|거부|거부됨|숨김|삭제됨|비공개',
	spam: 'spam|junk|spammed|marked as spam|is spam|spam manual|pourriel|indesirable|спам|スパム|垃圾|垃圾评论|스팸|skrappost',
}

const states = new Map<string, ImportState>(
	(Object.entries(words) as [ImportState, string][]).flatMap(([state, list]) =>
		list.split('|').map((word) => [plainState(word), state] as const),
	),
)

/** The longest state that is looked up. */
const maxLength = 60

/** A state without case, accents and punctuation. */
function plainState(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.normalize('NFC')
		.toLowerCase()
		.replaceAll('ł', 'l')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
}

/**
 * Reads the state of a row in its source by the words of all known programs, or by those of one program first. An empty cell is pending;
 * undefined is a word that is not known.
 */
export function readState(text: string, more: Record<string, ImportState> = {}): ImportState | undefined {
	if (text.length > maxLength) return text.trim() === '' ? 'pending' : undefined
	const exact = text.trim().toLowerCase()
	if (Object.hasOwn(more, exact)) return more[exact]
	const plain = plainState(text)
	if (Object.hasOwn(more, plain)) return more[plain]
	if (/^[-+]/.test(exact)) return undefined
	return exact === '' ? 'pending' : states.get(plain.replace(/^([01]) 0+$/, '$1'))
}
