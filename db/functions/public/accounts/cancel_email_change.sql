-- Cancels a change of email address; the mailed links become invalid. The user is locked before the tokens, as everywhere else:
-- the other order could deadlock with the use of a link.
create or replace function public.cancel_email_change() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	update auth.users u set email_change = null, email_change_sent_at = null, updated_at = now()
	where u.id = own.user_id;
	delete from auth.one_time_tokens t
	where t.user_id = own.user_id and t.kind in ('email_change_current', 'email_change_new');
end
$$;

grant execute on function public.cancel_email_change() to authenticated;
