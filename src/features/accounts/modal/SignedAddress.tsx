interface Props {
  address: string;
  onBack: () => void;
}

/** Who a password belongs to, with the way back; password managers read it here. */
export function SignedAddress({ address, onBack }: Props) {
  return (
    <div className="form__row">
      <input hidden readOnly name="username" autoComplete="username" value={address} />
      <span className="account-address">{address}</span>
      <button type="button" className="link-button" onClick={onBack}>
        Back
      </button>
    </div>
  );
}
