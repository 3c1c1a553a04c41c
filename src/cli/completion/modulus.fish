# Completion of the command modulus in fish. The command itself says what fits: modulus complete WORD...
function __modulus_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] complete $words[2..] "$typed" 2>/dev/null)
        if test "$line" = :files
            set -l kept (string match -r '^.*[=:]' -- "$typed")
            for file in (__fish_complete_path (string replace -- "$kept" '' "$typed"))
                echo "$kept$file"
            end
        else
            echo $line
        end
    end
end
complete -c modulus -f -a '(__modulus_complete)'
