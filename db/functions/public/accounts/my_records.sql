-- Reads everything that is stored about the caller as a member, beside account, profile, memberships and sessions: for the download of one's data.
create or replace function public.my_records() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	return jsonb_build_object(
		'notification_settings', coalesce((
			select jsonb_agg(to_jsonb(c) - 'user_id') from public.notification_settings c where c.user_id = own.user_id), '[]'),
		'saved_views', coalesce((
			select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.saved_views v where v.user_id = own.user_id), '[]'),
		'notification_mails', coalesce((
			select jsonb_agg(to_jsonb(m) - 'user_id' order by m.created_at) from private.notification_mails m where m.user_id = own.user_id), '[]'),
		'team_invitations_made', coalesce((
			select jsonb_agg(to_jsonb(i) - 'invited_by' - 'accepted_by' order by i.created_at)
			from public.member_invitations i where i.invited_by = own.user_id), '[]'),
		-- An address that was never confirmed may belong to another person.
		'team_invitations_received', coalesce((
			select jsonb_agg(jsonb_build_object('space', s.name, 'email', i.email, 'role', i.role, 'created_at', i.created_at,
				'expires_at', i.expires_at, 'accepted_at', i.accepted_at, 'declined_at', i.declined_at, 'revoked_at', i.revoked_at) order by i.created_at)
			from public.member_invitations i join public.spaces s on s.id = i.space_id
			where i.accepted_by = own.user_id
				or i.email = (select u.email from auth.users u where u.id = own.user_id and u.email_confirmed_at is not null)), '[]'),
		'customer_invitations', coalesce((
			select jsonb_agg(to_jsonb(b) - 'created_by' || jsonb_build_object('recipients', (
				select count(*) from public.invitations i where i.space_id = b.space_id and i.batch_id = b.id)) order by b.created_at)
			from private.invitation_batches b where b.created_by = own.user_id), '[]'),
		'proposals', coalesce((
			select jsonb_agg(to_jsonb(p) - 'created_by' order by p.created_at) from public.proposals p where p.created_by = own.user_id), '[]'),
		'order_keys', coalesce((
			select jsonb_agg(jsonb_build_object('space_id', k.space_id, 'made_at', k.made_at))
			from private.order_keys k where k.made_by = own.user_id), '[]')
	);
end
$$;

grant execute on function public.my_records() to authenticated;
