-- Marks the waiting events of customers as an answer of public.invite_customers says: asked, or left out with its reason. Those of addresses
-- for which the budget was used up go on waiting, with this reason.
create or replace function private.settle_customer_events(space uuid, answer jsonb) returns void
language sql volatile set search_path = '' as $$
	update public.customer_events e
	set state = case when r.state = 'queued' then 'asked' when r.reason = 'budget' then 'waiting' else 'left_out' end, reason = r.reason,
		invitation_id = r.invitation_id
	from jsonb_to_recordset($2) r (email text, state text, reason text, invitation_id uuid)
	where e.space_id = $1 and e.email = r.email and e.state = 'waiting'
		and (r.state = 'queued' or r.reason in ('declined before', 'erased before', 'asked before', 'budget'))
$$;
