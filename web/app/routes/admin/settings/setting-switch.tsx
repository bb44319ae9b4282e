/** A setting that is on or off. */
export const SettingSwitch = ({ name, isOn, label }: { name: string; isOn: boolean; label: string }) => (
  <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
    <input type="checkbox" name={name} defaultChecked={isOn} className="size-5 accent-accent" />
    {label}
  </label>
);
